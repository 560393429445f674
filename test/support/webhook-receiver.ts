/** A receiver of webhooks that verifies each message with the library that receivers use. Source: docs/reference/webhooks.md. */
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Certificate } from './certificates.ts';

export type WebhookMessage = {
  readonly id: string;
  readonly sender: string;
  readonly type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- events of every shape
  readonly data: any;
};

export class WebhookReceiver {
  /** In order of arrival. */
  readonly messages: WebhookMessage[] = [];
  /** Why the library refused messages. */
  readonly refusals: string[] = [];
  readonly url: string;
  /** The endpoint's, once it has been created. */
  secret = '';
  answer: (message: WebhookMessage, response: ServerResponse) => void = (_message, response) =>
    void response.end('thanks');

  private constructor(url: string) {
    this.url = url;
  }

  /** Listens on a loopback port: with TLS if it has a certificate. */
  static async open(
    register: (release: () => Promise<void>) => void,
    certificate?: Certificate,
  ): Promise<WebhookReceiver> {
    const listener: RequestListener = (request, response) => {
      const fields = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      readText(request).then(
        (body) => receiver.#receive(body, Object.fromEntries(fields), response),
        // The sender was killed.
        () => response.destroy(),
      );
    };
    const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    register(async () => {
      server.close();
      server.closeAllConnections();
    });
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('the receiver has no address');
    const receiver = new WebhookReceiver(
      certificate ? `https://127.0.0.1:${address.port}/` : `http://127.0.0.1:${address.port}/`,
    );
    return receiver;
  }

  #receive(body: string, fields: Record<string, string>, response: ServerResponse): void {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was signed is an event
      const event = new Webhook(this.secret).verify(body, fields) as Pick<WebhookMessage, 'type' | 'data'>;
      const { 'webhook-id': id = '', 'user-agent': sender = '' } = fields;
      const message: WebhookMessage = { ...event, id, sender };
      this.messages.push(message);
      this.answer(message, response);
    } catch (error) {
      this.refusals.push(String(error));
      response.writeHead(400).end();
    }
  }
}
