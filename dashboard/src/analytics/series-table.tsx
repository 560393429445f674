/** The chart as a table, for screen readers. */
import type { Point } from './time-series.ts';

export function SeriesTable({
  label,
  points,
  format,
}: {
  readonly label: string;
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
}) {
  const compares = points.some(({ previous }) => previous !== undefined);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">{label}</th>
            {compares ? <th scope="col">Previous period</th> : null}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key}>
              <th scope="row">
                {point.title}
                {point.state === 'unfinished' ? ' (so far)' : ''}
              </th>
              <td>{format(point.value)}</td>
              {compares ? (
                <td>
                  {point.previous === undefined
                    ? ''
                    : `${format(point.previous.value)} (${point.previous.title})`}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
