/**
 * The server's side of an HTTP/2 session: Node's, with its limits, and with nghttp2's own judgment of invalid frames.
 * Source: RFC 9113 sections 5.4, 6.5.2 and 10.5; docs/reference/edge.md ("HTTP/2 frames").
 *
 * nghttp2 answers an invalid frame as RFC 9113 asks: it resets the stream, or it sends GOAWAY with the right code and
 * then neither reads nor writes. Node does two things wrong there. For some errors it destroys the session with
 * INTERNAL_ERROR, healthy streams included. For the others it never closes a session that nghttp2 has ended.
 */
import {
  constants as http2Constants,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerSessionOptions,
} from 'node:http2';
import { constants } from 'node:os';
import type { TLSSocket } from 'node:tls';
import { askHandle } from '../node-handle.ts';

const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_PROTOCOL_ERROR } = http2Constants;
/** nghttp2's own codes. Of frames that it has answered itself: */
const answered: ReadonlySet<unknown> = new Set([
  -505 /* PROTO */, -510 /* STREAM_CLOSED */, -524 /* FLOW_CONTROL */,
]);
const badClientMagic = -903;

/** `onInvalidFrame` is called for each frame that nghttp2 has answered with an error. */
export function openServerSession(
  socket: TLSSocket,
  options: ServerSessionOptions,
  onInvalidFrame: () => void,
): ServerHttp2Session {
  const session = performServerHandshake(socket, options);
  const destroy = session.destroy.bind(session);
  // Node calls this with what nghttp2 reports.
  session.destroy = (error, code) => {
    const report = isObject(error) ? error : {};
    const errno = 'errno' in report ? report.errno : undefined;
    if ('code' in report && report.code === 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES')
      destroy(error, NGHTTP2_ENHANCE_YOUR_CALM);
    else if (errno === badClientMagic) destroy(error, NGHTTP2_PROTOCOL_ERROR);
    else if (answered.has(errno)) onInvalidFrame();
    else destroy(error, code);
  };
  return session;
}

/**
 * Whether nghttp2 has ended the session, or the client has reset its connection. Node reads nothing in the first case,
 * nor while a write is under way, and so notices neither.
 */
export function hasEnded(session: ServerHttp2Session, socket: TLSSocket): boolean {
  const key = Object.getOwnPropertySymbols(session).find(({ description }) => description === 'kHandle');
  // True while nghttp2 wants to read or to write.
  const isOpen = key === undefined || askHandle(Reflect.get(session, key), 'hasPendingData') !== false;
  return !isOpen || askHandle(Reflect.get(socket, '_handle'), 'getpeername', {}) === notConnected;
}

const notConnected = -constants.errno.ENOTCONN;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
