import { FilePdfOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { download } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import type { PanelProps } from '#web/record/record-screen.ts';
import { stateIn } from '#web/record/states/record-states.ts';
import { toast } from '#web/ui/feedback.tsx';
import { approvalColumnOf, checkStatuses } from '#shared/approval/approval-state.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import { printCalls } from '#shared/record/printing/print-calls.ts';

/** The document as it is signed, by its usual template: offered once nobody has to decide on it any more. */
export function PdfButton({ screen: { type }, id, record }: PanelProps) {
  const text = useText();
  const [isLoading, setLoading] = useState(false);
  const approval = approvalColumnOf(type);
  if (!can(type, 'print') || !approval || stateIn(approval, record) !== checkStatuses.passed) return null;
  const save = async () => {
    setLoading(true);
    // a refusal has been reported
    const name = await download(printCalls.pdf, { label: type.code, id }).catch(() => null);
    setLoading(false);
    if (name !== null) toast.success(text('print.downloaded', { name }));
  };
  return (
    <Button icon={<FilePdfOutlined aria-hidden />} loading={isLoading} onClick={() => void save()}>
      {text('print.download')}
    </Button>
  );
}
