/** Where in the responder's zone the public key of Domain Connect links is. Source: docs/reference/domain-connect.md ("The key"). */
export const domainConnectKeyLabel = '_dcpubkeyv1';
