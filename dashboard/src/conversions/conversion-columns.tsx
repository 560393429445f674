/** The columns of numbers that goals and properties share. */
import { formatFineShare, formatInteger, formatMoney } from '../format/numbers.ts';
import type { Column } from '../ui/data-table.tsx';
import type { Conversion } from './conversions.ts';

/** `of` answers undefined while a row's numbers load. */
export function conversionColumns<Row>(
  of: (row: Row) => Conversion | undefined,
  hasRevenue: boolean,
): readonly Column<Row>[] {
  const column = (name: string, empty: string, shown: (conversion: Conversion) => string): Column<Row> => ({
    name,
    align: 'end',
    render: (row) => {
      const conversion = of(row);
      return conversion === undefined ? empty : shown(conversion);
    },
  });
  return [
    column('Visitors', '…', ({ visitors }) => formatInteger(visitors)),
    column('Events', '…', ({ events }) => formatInteger(events)),
    column('Conversion rate', '…', ({ rate }) => formatFineShare(rate)),
    ...(hasRevenue
      ? [
          column('Revenue', '–', ({ revenue }) =>
            revenue.length === 0
              ? '–'
              : revenue.map(([amount, currency]) => formatMoney(amount, currency)).join(' + '),
          ),
        ]
      : []),
  ];
}
