/** The page of examples: it passes on what is pasted, and lists events. Source: docs/guides/embedding.md. */

const statistics = document.querySelector('nameplate-statistics');
const connect = document.querySelector('nameplate-connect');
const events = document.querySelector('#events');

for (const code of document.querySelectorAll('code'))
  code.textContent = code.textContent.replaceAll('https://nameplate.example.com', location.origin);

for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
  field.addEventListener('change', () => {
    const { name } = field;
    const value = field.value.trim();
    if (name === 'dir') document.documentElement.dir = value;
    else if (name === 'link') connect?.setAttribute('link', value);
    else statistics?.setAttribute(name, value);
    if (name === 'theme' || name === 'locale') connect?.setAttribute(name, value);
  });

for (const form of document.forms) form.addEventListener('submit', (event) => event.preventDefault());

for (const name of ['nameplate-loading', 'nameplate-state', 'nameplate-error'] as const)
  document.addEventListener(name, (event) => {
    if (!(event instanceof CustomEvent && event.target instanceof Element)) return;
    const line = document.createElement('li');
    line.textContent = `${event.target.localName} ${name} ${JSON.stringify(event.detail ?? {})}`;
    events?.append(line);
  });
