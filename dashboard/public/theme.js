// Runs before anything is painted, so that no page flashes in the wrong colours; see src/theme/theme.ts.
try {
  const choice = localStorage.getItem('nameplate.theme');
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
} catch {}
