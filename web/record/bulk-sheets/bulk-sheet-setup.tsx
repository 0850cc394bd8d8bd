import { Radio } from 'antd';
import { useState } from 'react';
import { download, upload } from '#web/lib/http/client.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { SendBar } from '#web/record/sheets/send-bar.tsx';
import { SheetFile } from '#web/record/sheets/sheet-file.tsx';
import { SheetStep } from '#web/record/sheets/sheet-step.tsx';
import { SheetTemplate } from '#web/record/sheets/sheet-template.tsx';
import { useSending } from '#web/record/sheets/use-sending.ts';
import { confirm } from '#web/ui/feedback.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { mostSheetRows } from '#shared/platform/sheet-rows.ts';
import type { BulkSheetAnswer, BulkSheetCalls } from '#shared/record/calls/bulk-sheet-calls.ts';
import type { BulkSheetKind } from '#shared/record/capabilities/bulk-sheets.ts';

/** Milliseconds allowed for a sheet of ten thousand rows. */
const patience = 180_000;

interface BulkSheetSetupProps {
  readonly calls: BulkSheetCalls;
  /** At least one. */
  readonly kinds: readonly BulkSheetKind[];
  readonly onClose: () => void;
  readonly onDone: (answer: BulkSheetAnswer) => void;
}

/** The action, its template, and the file. */
export function BulkSheetSetup({ calls, kinds, onClose, onDone }: BulkSheetSetupProps) {
  const text = useText();
  const [kind, setKind] = useState(kinds[0] ?? 'team');
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { share, isSending, send } = useSending();
  const noun = text(calls.type.name as MessageKey);

  const handleFile = (chosen: File) => {
    setFile(chosen);
    setMissing(false);
  };
  const handleStart = async () => {
    if (!file) return setMissing(true);
    if (kind === 'deletion') {
      const title = text('bulk_sheet.dialog.confirm_deletion', { file: file.name, noun });
      if (!(await confirm({ title, isDangerous: true, okText: text('action.delete') }))) return;
    }
    await send((onShare) => upload(calls.byKind[kind], {}, file, onShare, { timeoutMs: patience }), onDone);
  };
  return (
    <>
      <SheetStep number={1} title={text('bulk_sheet.dialog.kind')}>
        <Radio.Group
          aria-label={text('bulk_sheet.dialog.kind')}
          value={kind}
          disabled={isSending}
          onChange={(event) => setKind(event.target.value as BulkSheetKind)}
          options={kinds.map((one) => ({ value: one, label: text(`bulk_sheet.dialog.kind.${one}`, { noun }) }))}
        />
      </SheetStep>
      <SheetStep number={2} title={text('import.dialog.template')}>
        <SheetTemplate
          hint={text('bulk_sheet.dialog.hint', { noun, rows: mostSheetRows.toLocaleString('en') })}
          onDownload={() => download(calls.template, { kind })}
        />
      </SheetStep>
      <SheetStep number={3} title={text('import.dialog.file')} problem={isMissing ? text('import.no_file') : null}>
        <SheetFile file={file} isDisabled={isSending} onChoose={handleFile} />
      </SheetStep>
      <SendBar
        share={share}
        runningText={text('bulk_sheet.dialog.running')}
        startText={text('bulk_sheet.dialog.start')}
        isDangerous={kind === 'deletion'}
        onStart={() => void handleStart()}
        onClose={onClose}
      />
    </>
  );
}
