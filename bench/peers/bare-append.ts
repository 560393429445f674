/**
 * A peer: what `node:http` costs when it takes the body of an event, appends it to a file and answers 202, with no
 * check and no logic. Arguments: the port, the file.
 */
import { openSync, write } from 'node:fs';
import { createServer } from 'node:http';

const file = openSync(process.argv[3] ?? '', 'a');

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    write(file, `${body}\n`, () => {
      response.writeHead(202, { 'access-control-allow-origin': '*', 'content-length': 0 });
      response.end();
    });
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
