/** The chart as a table, for screen readers. */
import type { Point } from './time-series.ts';

export function SeriesTable({
  label,
  previousTitle,
  points,
  format,
}: {
  readonly label: string;
  readonly previousTitle: string | undefined;
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
            {compares ? <th scope="col">{previousTitle ?? 'Previous period'}</th> : null}
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
                    : previousTitle === undefined
                      ? `${format(point.previous.value)} (${point.previous.title})`
                      : format(point.previous.value)}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
