/** Light, dark, or the system's theme. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, chosenTheme, type ThemeChoice } from '../theme/theme.ts';
import styles from './theme-switch.module.css';

const choices = [
  { value: 'system', label: 'System theme', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState<ThemeChoice>(chosenTheme);
  return (
    <fieldset className={styles['group']}>
      <legend className="visually-hidden">Theme</legend>
      {choices.map(({ value, label, Icon }) => (
        <label key={value} className={styles['option']} title={label}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={theme === value}
            onChange={() => {
              chooseTheme(value);
              setTheme(value);
            }}
          />
          <Icon size={15} aria-hidden />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
