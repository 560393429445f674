/** Further places of an upstream: rows of a host and a port. */
import { TextField } from '../../ui/field.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { refusalOf } from './refusal.ts';
import { mostTargets, refusedTarget, type TargetRow, targetProblem } from './target-rows.ts';
import { hostOfAddress, portProblem } from './upstream-host.ts';

export function TargetFields({
  rows,
  own,
  onChange,
  failure,
}: {
  readonly rows: readonly TargetRow[];
  /** The upstream's own place. */
  readonly own: TargetRow;
  readonly onChange: (rows: readonly TargetRow[]) => void;
  /** Of the last attempt to save; shown at the row that it is about. */
  readonly failure: unknown;
}) {
  const refused = refusedTarget(rows, failure);
  return (
    <FieldRows
      legend="More servers"
      rows={rows}
      onChange={onChange}
      empty={{ host: '', port: own.port }}
      most={mostTargets}
      addLabel="Add a server"
      nameOf={({ host }, place) => (host.trim() === '' ? `server ${place}` : `the server ${host}`)}
      isOrdered
      columns="number"
      error={refused === undefined ? refusalOf(failure, 'targets') : undefined}
      hint="Other servers with the same application. When the server above can’t be reached, requests go to the first of these that accepts a connection."
    >
      {(row, index, edit) => (
        <>
          <TextField
            label="Host"
            inputMode="url"
            autoCapitalize="off"
            value={row.host}
            error={
              targetProblem(rows, index, own) ?? (refused?.index === index ? refused.sentence : undefined)
            }
            onChange={({ target: { value } }) => {
              const address = hostOfAddress(value);
              edit(address ? { host: address.host, port: address.port } : { host: value });
            }}
          />
          <TextField
            label="Port"
            inputMode="numeric"
            maxLength={5}
            value={row.port}
            error={row.host.trim() === '' ? undefined : portProblem(row.port)}
            onChange={(event) => edit({ port: event.target.value.trim() })}
          />
        </>
      )}
    </FieldRows>
  );
}
