/** The revisions of the Model Context Protocol that are spoken, the newest first. */
export const protocolVersions = ['2025-11-25', '2025-06-18'] as const;
