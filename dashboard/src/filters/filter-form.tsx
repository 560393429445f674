/** The form of a filter: a dimension, a condition, and one or more values. */
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { useSettled } from '../ui/use-settled.ts';
import {
  type Area,
  dimensionsOf,
  type Filter,
  labelOfDimension,
  operations,
  propertyDimension,
  propertyKey,
} from './filter.ts';
import styles from './filter-form.module.css';
import { isCoded, labelOf, useChoices, valueOf } from './filter-values.ts';
import { PropertyField } from './property-field.tsx';

const mostValues = 100;
/** The values to choose from are fetched once a property's key stays unchanged for this long. */
const pauseMs = 300;

export function FilterForm({
  domainUuid,
  area,
  filter: [startOperation, startDimension, startValues],
  onApply,
}: {
  readonly domainUuid: string;
  readonly area: Area;
  /** The initial values of the fields. */
  readonly filter: Filter;
  readonly onApply: (filter: Filter) => void;
}) {
  const listId = useId();
  const [dimension, setDimension] = useState(startDimension);
  const [chosen, setOperation] = useState(startOperation);
  const key = propertyKey(dimension);
  const settled = useSettled(dimension, pauseMs);
  const choices = useChoices(domainUuid, key === undefined ? dimension : settled);
  // Only edited values; the others show their label once it has loaded.
  const [typed, setTyped] = useState<readonly (string | undefined)[]>([]);
  const [count, setCount] = useState(Math.max(1, startValues.length));
  const [isMissing, setMissing] = useState(false);
  const started = dimension === startDimension ? startValues : [];
  const texts = Array.from(
    { length: count },
    (_, index) => typed[index] ?? labelOf(dimension, started[index] ?? '', choices),
  );
  const offered = isCoded(dimension) ? operations.slice(0, 2) : operations;
  const operation = offered.find(({ value }) => value === chosen)?.value ?? 'is';

  const type = (index: number, text: string): void => {
    setMissing(false);
    setTyped((before) => Array.from({ length: count }, (_, at) => (at === index ? text : before[at])));
  };
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const values = texts
      .filter((text) => text.trim() !== '')
      .map((text) => valueOf(dimension, text, choices));
    if (values.length === 0 || key?.trim() === '') setMissing(true);
    else onApply([operation, dimension, [...new Set(values)]]);
  };
  return (
    <form className={styles['form']} onSubmit={apply} noValidate>
      <div className={styles['pair']}>
        <SelectField
          label="Filter by"
          value={key === undefined ? dimension : propertyDimension('')}
          options={dimensionsOf(area).map((value) => ({ value, label: labelOfDimension(value) }))}
          onChange={(next) => {
            setDimension(next);
            setTyped([]);
            setCount(1);
          }}
        />
        <SelectField label="Condition" value={operation} options={offered} onChange={setOperation} />
      </div>
      {key === undefined ? null : (
        <PropertyField
          domainUuid={domainUuid}
          value={key}
          onChange={(next) => {
            setMissing(false);
            setDimension(propertyDimension(next));
          }}
          error={
            isMissing && key.trim() === '' ? 'Enter a property, or choose one from the list.' : undefined
          }
        />
      )}
      <datalist id={listId}>
        {choices.map(({ value, label }) => (
          <option key={value}>{label}</option>
        ))}
      </datalist>
      <div className={styles['values']}>
        {texts.map((text, index) => (
          <TextField
            // Values are identified by their place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            label={index === 0 ? 'Value' : `Or value ${index + 1}`}
            value={text}
            list={listId}
            autoCapitalize="off"
            onChange={(event) => type(index, event.target.value)}
            error={
              isMissing && index === 0 && texts.every((each) => each.trim() === '')
                ? 'Enter a value, or choose one from the list.'
                : undefined
            }
          />
        ))}
      </div>
      <div className={styles['actions']}>
        <Button type="submit" variant="primary">
          Apply
        </Button>
        <Button
          variant="ghost"
          icon={<Plus size={15} aria-hidden />}
          disabled={count >= mostValues}
          onClick={() => setCount(count + 1)}
        >
          Another value
        </Button>
      </div>
    </form>
  );
}
