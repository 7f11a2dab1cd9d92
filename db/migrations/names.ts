/** The migrations in order. By themselves, so that a start can see that none is missing without loading any. */
export const migrationNames = [
  '0001-accounts',
  '0002-tournaments',
  '0003-images',
  '0004-jobs',
  '0005-money',
  '0006-payouts',
  '0007-crew-videos',
  '0008-part-refunds',
  '0009-charges',
  '0010-payment-modes',
  '0011-provider-reads',
  '0012-known-networks',
  '0013-upload-metadata',
  '0014-set-aside',
  '0015-daily-counts',
  '0016-mails',
  '0017-settled-fundings',
  '0018-post-tags',
] as const

export type MigrationName = (typeof migrationNames)[number]
