/** The length of a series' buckets. */
import { Segmented } from '../ui/segmented.tsx';
import { useDateRange } from './range.ts';

const labels = { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' };

export function FrequencySwitch() {
  const { frequency, frequencies, setFrequency } = useDateRange();
  if (frequencies.length < 2) return null;
  return (
    <Segmented
      label="Interval"
      value={frequency}
      onChange={setFrequency}
      options={frequencies.map((value) => ({ value, label: labels[value] }))}
    />
  );
}
