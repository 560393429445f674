/** The icon or flag before a label; a letter or a code where there is none. All of them are part of the dashboard. */
import { brands, flags } from 'virtual:sprites';
import {
  CircleHelp,
  CornerDownRight,
  Globe,
  Laptop,
  type LucideIcon,
  Monitor,
  Smartphone,
  Tablet,
} from 'lucide-react';
import { brandIcon } from './brand-icons.ts';
import styles from './label-icon.module.css';
import type { LabelKind } from './ranked-report.ts';

const screens: Readonly<Record<string, LucideIcon>> = {
  desktop: Monitor,
  laptop: Laptop,
  tablet: Tablet,
  mobile: Smartphone,
};

export function LabelIcon({
  kind,
  id,
  label,
}: {
  readonly kind: LabelKind;
  readonly id: string;
  readonly label: string;
}) {
  switch (kind) {
    case 'path':
    case 'tag':
      return null;
    case 'country':
    case 'city':
    case 'region':
      return <Flag code={id.slice(0, 2)} />;
    case 'status':
      return (
        <span className={styles['code']} data-class={id.charAt(0)} aria-hidden>
          {id}
        </span>
      );
    case 'screen':
      return <Picture Icon={screens[id] ?? CircleHelp} />;
    case 'source':
      if (label === 'Direct') return <Picture Icon={CornerDownRight} />;
      return label.includes('.') ? <Picture Icon={Globe} /> : <Brand name={label} />;
    case 'software':
    case 'bot':
    case 'network':
      return label === 'Unknown' ? <Picture Icon={CircleHelp} /> : <Brand name={label} />;
  }
}

/** The flag of an ISO 3166-1 alpha-2 code; regions' codes (ISO 3166-2) begin with one. */
function Flag({ code }: { readonly code: string }) {
  if (code === '') return <Picture Icon={CircleHelp} />;
  return (
    <svg className={styles['flag']} aria-hidden>
      <use href={`${flags}#${code}`} />
    </svg>
  );
}

function Brand({ name }: { readonly name: string }) {
  const icon = brandIcon(name);
  if (icon === undefined) return <Initial label={name} />;
  return (
    <span className={styles['picture']} aria-hidden>
      <svg width={13} height={13} fill="currentColor">
        <use href={`${brands}#${icon}`} />
      </svg>
    </span>
  );
}

function Picture({ Icon }: { readonly Icon: LucideIcon }) {
  return (
    <span className={styles['picture']} aria-hidden>
      <Icon size={14} />
    </span>
  );
}

function Initial({ label }: { readonly label: string }) {
  const [initial = '?'] = /[\p{L}\p{N}]/u.exec(label) ?? [];
  return (
    <span className={styles['picture']} aria-hidden>
      {initial.toUpperCase()}
    </span>
  );
}
