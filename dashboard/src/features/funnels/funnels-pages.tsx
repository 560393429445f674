/** The pages of funnels: all of them, or the saved one that the address names. */
import { useParams } from 'react-router';
import { FunnelsPage } from './funnels-page.tsx';
import { SavedFunnelPage } from './saved-funnel-page.tsx';

export function FunnelsPages() {
  const { funnelUuid } = useParams();
  return funnelUuid === undefined ? <FunnelsPage /> : <SavedFunnelPage funnelUuid={funnelUuid} />;
}
