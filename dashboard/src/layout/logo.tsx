/** The mark: a name plate with its two screws. */
export function Logo({ size = 26 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <rect x="6" y="10" width="20" height="12" rx="3" fill="var(--on-accent)" />
      <circle cx="9.5" cy="16" r="1.3" fill="var(--accent)" />
      <circle cx="22.5" cy="16" r="1.3" fill="var(--accent)" />
      <rect x="12.5" y="14.6" width="7" height="2.8" rx="1.4" fill="var(--accent)" />
    </svg>
  );
}
