import { expect, test } from 'vitest';
import { describePort } from './ports.ts';

const listener = {
  variable: 'NAMEPLATE_EDGE_HTTP_PORT',
  hostVariable: 'NAMEPLATE_EDGE_HOST',
  host: '0.0.0.0',
  port: 80,
};
const forbidden = Object.assign(new Error('listen EACCES: permission denied 0.0.0.0:80'), { code: 'EACCES' });

test('a port that this user may not open is a problem before the start, and none beside a running service', () => {
  expect(describePort(listener, forbidden, false)).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('This user may not listen on port 80'),
  });
  expect(describePort(listener, forbidden, true)).toMatchObject({ level: 'ok' });
});
