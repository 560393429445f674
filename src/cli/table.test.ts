import { expect, test } from 'vitest';
import { Table } from './table.ts';

const columns = [{ title: 'ID', whole: true }, { title: 'NAME' }, { title: 'URL' }];

test('aligns columns and leaves no blanks at the end of lines', () => {
  const table = new Table(columns, Number.POSITIVE_INFINITY);
  expect(
    table.format([
      ['1', 'a', 'https://x.example'],
      ['22', 'bbbbb', '-'],
    ]),
  ).toBe('ID  NAME   URL\n1   a      https://x.example\n22  bbbbb  -\n');
});

test('cuts the widest cells to fit, but never what must stay whole', () => {
  const id = 'i'.repeat(20);
  const text = new Table(columns, 60).format([[id, 'n'.repeat(30), `https://x.example/${'u'.repeat(80)}`]]);
  for (const line of text.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  expect(text).toContain(id);
  expect(text).toContain('…');
});

test('gives later parts the columns of the first', () => {
  const table = new Table([{ title: 'A' }, { title: 'B' }], 80);
  expect(table.format([['aaaa', 'b']])).toBe('A     B\naaaa  b\n');
  expect(table.format([['a', 'b']])).toBe('a     b\n');
});

test('says what internationalised hosts are called', () => {
  const rows = [['xn--bcher-kva.example'], ['https://xn--bcher-kva.example/']];
  expect(new Table([{ title: 'HOST' }], 80).format(rows)).toBe(
    'HOST\nxn--bcher-kva.example (bücher.example)\nhttps://xn--bcher-kva.example/\n',
  );
});

test('lets nothing through that a terminal would act on', () => {
  expect(new Table([{ title: 'A' }], 80).format([['x\u001b[2Jy\nz']])).toBe('A\nx\ufffd[2Jy\ufffdz\n');
});
