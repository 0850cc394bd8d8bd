import type { ComponentType } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useText } from '#web/lib/i18n/i18n.ts';
import { ArchivePart } from '#web/modules/admin/operation/archive-part.tsx';
import { BackupsPart } from '#web/modules/admin/operation/backups-part.tsx';
import { ErasurePart } from '#web/modules/admin/operation/erasure-part.tsx';
import { HealthPart } from '#web/modules/admin/operation/health-part.tsx';
import { JobsPart } from '#web/modules/admin/operation/jobs-part.tsx';
import { operationAddress } from '#web/modules/admin/operation/operation-address.ts';
import { operationParts, type OperationPart } from '#web/modules/admin/operation/operation-parts.ts';
import { SessionsPart } from '#web/modules/admin/operation/sessions-part.tsx';
import { StoragePart } from '#web/modules/admin/operation/storage-part.tsx';
import { Page, PageBody } from '#web/ui/page/page.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const parts: Record<OperationPart, ComponentType> = {
  health: HealthPart,
  sessions: SessionsPart,
  jobs: JobsPart,
  storage: StoragePart,
  backups: BackupsPart,
  archive: ArchivePart,
  erasure: ErasurePart,
};

/** /manager/operation/{part}: how the system is, who is in it, and what it does. */
export function OperationPage() {
  const text = useText();
  const navigate = useNavigate();
  const { '*': rest = '' } = useParams();
  const shown = operationParts.find(({ key }) => key === rest);
  if (!shown) return <Navigate to={`${operationAddress}/${operationParts[0].key}`} replace />;
  const Part = parts[shown.key];
  const views = (
    <Tabs
      aria-label={text('operation.parts')}
      activeKey={shown.key}
      items={operationParts.map(({ key, title }) => ({ key, label: text(title) }))}
      onChange={(key) => void navigate(`${operationAddress}/${key}`)}
    />
  );
  return (
    <Page title={text('page.operation')} views={views}>
      <PageBody>
        <Part />
      </PageBody>
    </Page>
  );
}
