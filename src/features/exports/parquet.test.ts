/** Files of Thrift's values are read and written byte for byte. (That engines read what is put together: test/contract/exports.) */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Struct, ThriftReader, type Value, writeStruct } from './thrift.ts';

const binary = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const integer = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });
const { struct } = fc.letrec<{ struct: Struct; field: [step: number, type: number, value: Value] }>(
  (tie) => ({
    field: fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(4, 5, 6), integer),
      fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constant(8), binary),
      fc.tuple(
        fc.integer({ min: 1, max: 40 }),
        fc.constant(7),
        fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
      ),
      fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, 2), fc.constant(0)),
      fc.tuple(
        fc.integer({ min: 1, max: 40 }),
        fc.constant(9),
        fc.array(integer, { maxLength: 40 }).map((items) => ({ type: 6, items })),
      ),
      fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constant(12), tie('struct')),
    ),
    struct: fc.array(tie('field'), { maxLength: 6 }).map((fields) => {
      let id = 0;
      return fields.map(([step, type, value]) => {
        id += step;
        return { id, type, value: type < 3 ? type : value };
      });
    }),
  }),
);

test('values of Thrift are read as they were written', () => {
  fc.assert(
    fc.property(struct, (value) => {
      expect(new ThriftReader(writeStruct(value)).struct()).toEqual(value);
    }),
  );
});

test.each([Buffer.alloc(0), Buffer.from([0x18, 0xff]), Buffer.from([0x1d, 1])])(
  'half of one is an error',
  (bytes) => {
    expect(() => new ThriftReader(bytes).struct()).toThrow(/Thrift/);
  },
);
