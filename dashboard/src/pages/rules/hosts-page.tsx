/** Chooses the host whose rules to see: one that there is, or a new one. */
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { useSettled } from '../../ui/use-settled.ts';
import styles from './hosts-page.module.css';
import { useHosts } from './use-hosts.ts';

const pauseMs = 250;

export function RulesHostsPage() {
  const listId = useId();
  const navigate = useNavigate();
  const { form, failed } = useProblemFocus();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const hosts = useHosts(useSettled(text.trim(), pauseMs));
  const open = (event: FormEvent): void => {
    event.preventDefault();
    const result = parseHostname(text);
    if (result.ok) {
      void navigate(`/rules/${result.host}`);
      return;
    }
    setProblem(text.trim() === '' ? 'Enter a host.' : `That isn't a valid host name: ${result.reason}.`);
    failed();
  };
  return (
    <Page
      title="Rules"
      description="What a host does with a request: an ordered list of conditions and actions."
    >
      <Card title="Open a host">
        <form ref={form} className={styles['form']} onSubmit={open} noValidate>
          <TextField
            label="Host"
            placeholder="go.example.com"
            inputMode="url"
            autoCapitalize="none"
            list={listId}
            value={text}
            error={problem}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
            }}
            hint="One of your redirects or custom domains, or a new host that points here."
          />
          <datalist id={listId}>
            {hosts.map((host) => (
              <option key={host}>{host}</option>
            ))}
          </datalist>
          <Button type="submit" variant="primary">
            Open rules
          </Button>
        </form>
      </Card>
    </Page>
  );
}
