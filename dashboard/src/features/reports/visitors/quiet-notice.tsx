/** Explains why the page shows only zeros. */
import { useDateRange } from '../../../analytics/range.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { CustomDomain } from '../../custom-domains/domain-queries.ts';

export function QuietNotice({
  domain,
  isQuiet,
}: {
  readonly domain: CustomDomain;
  readonly isQuiet: boolean;
}) {
  const { preset, setPreset } = useDateRange();
  if (domain.web_analytics === 'off') {
    return (
      <Notice
        tone="warning"
        action={
          <ButtonLink size="s" to={`/domains/${domain.uuid}/settings`}>
            Settings
          </ButtonLink>
        }
      >
        Web analytics is off for this domain, so visitors aren't counted.
      </Notice>
    );
  }
  if (!isQuiet) return null;
  return (
    <Notice
      action={
        preset === 'all' ? undefined : (
          <>
            <Button size="s" onClick={() => setPreset('today')}>
              Today
            </Button>
            <Button size="s" onClick={() => setPreset('all')}>
              All time
            </Button>
          </>
        )
      }
    >
      No visitors on these days. There are visitors at other times.
    </Notice>
  );
}
