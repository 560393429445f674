/** Pages of one item each that no list of the navigation has below it, in one chunk: the application's first one stays small. */
import { useParams } from 'react-router';
import { lazyPage } from '../lazy-page.ts';

const CertificatePage = lazyPage(
  async () => (await import('../features/custom-certificates/certificate-page.tsx')).CertificatePage,
);
const PlanPage = lazyPage(async () => (await import('../features/plans/plan-page.tsx')).PlanPage);

export function ItemPage() {
  return 'planUuid' in useParams() ? <PlanPage /> : <CertificatePage />;
}
