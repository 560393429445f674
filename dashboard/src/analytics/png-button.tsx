/** Saves the chart of its card as a picture. */
import { ImageDown } from 'lucide-react';
import type { CustomDomain } from '../features/custom-domains/domain-queries.ts';
import { IconButton } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import type { Scope } from './scope.ts';

export function PngButton({
  domain,
  metric,
  scope,
  compared,
}: {
  readonly domain: CustomDomain;
  /** What the chart shows. */
  readonly metric: { readonly id: string; readonly label: string };
  readonly scope: Scope;
  /** The dashed line's. */
  readonly compared: Scope | undefined;
}) {
  const toast = useToast();
  const save = (button: HTMLElement): Promise<void> =>
    import('./chart-image.ts').then(({ saveChart }) => saveChart(button, domain, metric, scope, compared));
  return (
    <IconButton
      size="s"
      label="Save the chart as a picture"
      onClick={({ currentTarget }) => void save(currentTarget).catch(toast.failed)}
    >
      <ImageDown size={15} aria-hidden />
    </IconButton>
  );
}
