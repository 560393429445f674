/** Downloads what was generated in the page as a file. */

/** Long enough for any browser to start reading it. */
const keptMs = 60_000;

export function download(fileName: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
