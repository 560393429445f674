/** The demo's browsers and systems: names as in live traffic. */
import type { PageviewRow } from '../analytics/engine/pageview-row.ts';
import { Choice } from './random.ts';

export type Device = Pick<PageviewRow, 'browser' | 'operating_system' | 'screen'>;

function device(browser: string, operatingSystem: string, screen: PageviewRow['screen']): Device {
  return { browser, operating_system: operatingSystem, screen };
}

export const devices: Choice<Device> = new Choice([
  [21, device('Chrome', 'Windows', 'desktop')],
  [9, device('Chrome', 'Windows', 'laptop')],
  [20, device('Chrome', 'Android', 'mobile')],
  [18, device('Safari', 'iOS', 'mobile')],
  [5, device('Safari', 'macOS', 'laptop')],
  [4, device('Safari', 'macOS', 'desktop')],
  [4, device('Chrome', 'macOS', 'desktop')],
  [3, device('Safari', 'iPadOS', 'tablet')],
  [5, device('Edge', 'Windows', 'desktop')],
  [3, device('Firefox', 'Windows', 'desktop')],
  [3, device('Firefox', 'Linux', 'desktop')],
  [2, device('Chrome', 'Linux', 'laptop')],
  [2, device('Samsung Internet', 'Android', 'mobile')],
  [1, device('Opera', 'Windows', 'laptop')],
  [1, device('Firefox', 'Android', 'mobile')],
  [1, device('Chrome', 'Android', 'tablet')],
  [0.5, device('Chrome', 'ChromeOS', 'laptop')],
  [0.3, device('Unknown', 'Unknown', '')],
]);
