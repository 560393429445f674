/** The columns of numbers that goals and properties share. */
import { formatFineShare, formatInteger, formatMoney } from '../format/numbers.ts';
import { Cell, HeadCell } from '../ui/table.tsx';
import type { Conversion } from './conversions.ts';

export function ConversionHeadCells({ hasRevenue }: { readonly hasRevenue: boolean }) {
  return (
    <>
      <HeadCell align="end">Visitors</HeadCell>
      <HeadCell align="end">Events</HeadCell>
      <HeadCell align="end">Conversion rate</HeadCell>
      {hasRevenue ? <HeadCell align="end">Revenue</HeadCell> : null}
    </>
  );
}

export function ConversionCells({
  row,
  hasRevenue,
}: {
  /** Undefined while it loads. */
  readonly row: Conversion | undefined;
  readonly hasRevenue: boolean;
}) {
  return (
    <>
      <Cell label="Visitors" align="end">
        {row === undefined ? '…' : formatInteger(row.visitors)}
      </Cell>
      <Cell label="Events" align="end">
        {row === undefined ? '…' : formatInteger(row.events)}
      </Cell>
      <Cell label="Conversion rate" align="end">
        {row === undefined ? '…' : formatFineShare(row.rate)}
      </Cell>
      {hasRevenue ? (
        <Cell label="Revenue" align="end">
          {row === undefined || row.revenue.length === 0
            ? '–'
            : row.revenue.map(([amount, currency]) => formatMoney(amount, currency)).join(' + ')}
        </Cell>
      ) : null}
    </>
  );
}
