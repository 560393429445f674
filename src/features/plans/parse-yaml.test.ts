/** YAML of any length is read as the whole of it says. Source: docs/reference/plans.md ("The document"). */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { parseYaml } from './parse-yaml.ts';

const read = (text: string, maxLexemes?: number) => parseYaml(Buffer.from(text), maxLexemes);
const list = (entry: (at: number) => string, count = 350) =>
  Array.from({ length: count }, (_, at) => entry(at)).join('');
/** As long as several parts. */
const long = `# of all
redirects: # comment
${list((at) => `  - source_host: h${at}.example.com\n    note: "number ${at}"\n${at % 50 === 0 ? '\n# between\n\n' : ''}`)}
"segments":
${list((at) => `- name: s${at}\n  filters:\n    - [is, x, [${at}]]\n    - - a\n`)}# the last
rules:
  - - nested
  -
brand: {}
goals: [{ host: a }, { host: b }]
domains:
    # first
    - host: |
        a
        - b
      # of the entry
    - host: >-
        c

        d
`;

test('a long document is what YAML says that it is', async () => {
  expect(await read(long)).toEqual(parse(long));
  expect(await read(long.replaceAll('\n', '\r\n'))).toEqual(parse(long.replaceAll('\n', '\r\n')));
  expect(await read(`---\n${long}...\n`)).toEqual(parse(long));
});

test('property: what is written is read', async () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
  const entry = fc.oneof(value, fc.dictionary(fc.string({ minLength: 1 }), value));
  const part = fc.array(entry, { minLength: 110, maxLength: 130, size: 'max' });
  const documents = fc.dictionary(fc.constantFrom('redirects', 'rules', 'a b', '1', 'true'), part, {
    minKeys: 1,
    maxKeys: 2,
  });
  await fc.assert(
    fc.asyncProperty(documents, fc.constantFrom(0, 80), async (document, lineWidth) => {
      const text = stringify(document, { lineWidth, aliasDuplicateObjects: false });
      expect(await read(text)).toEqual(parse(text, { stringKeys: true }));
    }),
    { numRuns: 10 },
  );
});

test('aliases lead to anchors anywhere before them', async () => {
  const text = `${long}more:\n${list((at) => `  - ${at === 170 ? '&x { a: 1 }' : at}\n`)}  - *x\nlast: *x\n`;
  expect(await read(text)).toEqual(parse(text));
});

test.each([
  ['that ends the text', `${long}x: [\n`],
  ['in an entry', long.replace('note: "number 120"', 'source_host: x')],
  ['of a quote', long.replace('number 40"', 'number 40')],
  ['of a tag', long.replace('"number 7"', '!x 7')],
  ['about all', `${long}redirects: []\n`],
  ['of indentation', long.replace('  - source_host: h300', '   - source_host: h300')],
])('a mistake %s is named with its place', async (_, text) => {
  const { errors, warnings } = parseDocument(text, { version: '1.2', schema: 'core', stringKeys: true });
  const [line] = [...errors, ...warnings].map(({ message }) => message.split('\n')[0]?.replace(/:$/, ''));
  const message = `the document is not well-formed YAML: ${line}`;
  await expect(read(text)).rejects.toMatchObject({ message: expect.stringContaining(message) });
});

test('there is one document', async () => {
  await expect(read(`${long}---\na: 1\n`)).rejects.toThrow('not well-formed YAML: it has several documents');
});

test('what is long in one place is refused before it takes all memory', async () => {
  const flow = `redirects: [${list((at) => `{ a: ${at} }, `)}]`;
  await expect(read(flow, 1_000)).rejects.toMatchObject({ code: 'payload_too_large' });
  await expect(read(long, 6_000)).resolves.toMatchObject({ brand: {} });
});

test('JSON is read as such', async () => {
  expect(await read(`\n{"redirects": [${list((at) => `{"a": ${at}},`)} 1]}`, 10)).toEqual({
    redirects: [...Array.from({ length: 350 }, (_, a) => ({ a })), 1],
  });
  expect(await read('{"a": 1, b: 2,}')).toEqual({ a: 1, b: 2 });
  await expect(read('{"a": 1, "a": 2}')).rejects.toThrow('Map keys must be unique');
});

test('the memory doesn’t grow with a list', async () => {
  const worker = new Worker(
    `import(${JSON.stringify(new URL('parse-yaml.ts', import.meta.url).href)}).then(async ({ parseYaml }) => {
      const entry = (at) => '  - source_host: h' + at + '.example.com\\n    note: text of no length\\n';
      const text = 'redirects:\\n' + Array.from({ length: 40_000 }, (_, at) => entry(at)).join('');
      const { redirects } = await parseYaml(Buffer.from(text));
      require('node:worker_threads').parentPort.postMessage(redirects.length);
    })`,
    { eval: true, resourceLimits: { maxOldGenerationSizeMb: 48 } },
  );
  expect(await once(worker, 'message')).toEqual([40_000]);
});
