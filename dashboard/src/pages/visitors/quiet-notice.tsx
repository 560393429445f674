/** Says why a page of zeros is one. */
import { useDateRange } from '../../analytics/range.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';

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
        Web analytics are switched off for this domain: visitors are not counted at present.
      </Notice>
    );
  }
  if (!isQuiet) return null;
  return (
    <Notice
      action={
        preset === 'all' ? undefined : (
          <Button size="s" onClick={() => setPreset('all')}>
            All time
          </Button>
        )
      }
    >
      Nobody was counted in these days. There are visitors at other times.
    </Notice>
  );
}
