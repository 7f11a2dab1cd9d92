-- Of PostgreSQL alone: any process shows what the one that makes backups has done. A restore leaves it.
create table backup_state (
  -- BACKUP_TO.
  place text collate "C" primary key,
  -- JSON, see src/server/backup-state.ts.
  state text collate "C" not null
);
