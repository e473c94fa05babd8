/** Versions of the protocol that begin with `initialize`, newest first. */
export const legacyProtocols = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export type LegacyProtocol = (typeof legacyProtocols)[number];
