/** The theme that a person chose on this device; without a choice the system's. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const key = 'nameplate.theme';

export function chosenTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // Storage can be forbidden; the system's theme is a good answer then.
    return 'system';
  }
}

/** Shows a theme and remembers it. Charts hear of it by the `themechange` event of the window. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // Shown all the same, until the page is left.
  }
  showTheme(choice);
}

export function showTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  window.dispatchEvent(new Event('themechange'));
}
