import { useQueryClient } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { announceError } from '#web/lib/feedback.ts';
import { download, upload } from '#web/lib/http/client.ts';
import { refreshCalls } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { RoleChoice } from '#web/modules/admin/staff/role-choice.tsx';
import { ImportDone, type StaffImported } from '#web/modules/admin/staff/sheets/import-done.tsx';
import { ImportPreview } from '#web/modules/admin/staff/sheets/import-preview.tsx';
import { useStaffRights } from '#web/modules/admin/staff/staff-rights.ts';
import { SendBar } from '#web/record/sheets/send-bar.tsx';
import { SheetFile, sheetProblem } from '#web/record/sheets/sheet-file.tsx';
import { SheetStep } from '#web/record/sheets/sheet-step.tsx';
import { SheetTemplate } from '#web/record/sheets/sheet-template.tsx';
import { useSending } from '#web/record/sheets/use-sending.ts';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import { departmentCalls } from '#shared/admin/department-calls.ts';
import { staffSheetCalls, type StaffOutcome } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import { userCalls } from '#shared/admin/user-calls.ts';
import styles from './staff-sheets.module.css';

/** Milliseconds allowed for a sheet of ten thousand rows. */
const patience = 120_000;

interface Choices {
  readonly file: File | null;
  readonly updates: boolean;
  readonly roleIds: readonly number[];
}

/** Reads a sheet of staff, shows what it comes to, and then adds and changes people and departments. */
export function StaffImport({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const [choices, setChoices] = useState<Choices>({ file: null, updates: false, roleIds: [] });
  const [seen, setSeen] = useState<StaffOutcome | null>(null);
  const [done, setDone] = useState<StaffImported | null>(null);
  const { share, isSending, send } = useSending();
  const { file, updates, roleIds } = choices;
  const input = { updates: updates ? 1 : 0, roleIds: [...roleIds] };
  const handlePreview = async () => {
    if (!file) return;
    await send((onShare) => upload(staffSheetCalls.preview, input, file, onShare, { timeoutMs: patience }), setSeen);
  };
  const handleStart = async () => {
    if (!file) return;
    await send(
      (onShare) => upload(staffSheetCalls.upload, input, file, onShare, { timeoutMs: patience }),
      (result) => {
        setDone(result);
        void refreshCalls(client, userCalls.list, departmentCalls.tree, staffSheetCalls.imports);
      },
    );
  };
  const shown = done ? (
    <ImportDone result={done} fileName={file?.name ?? ''} onClose={onClose} />
  ) : seen ? (
    <>
      <ImportPreview outcome={seen} updates={updates} />
      <SendBar
        share={share}
        runningText={text('staff_sheet.importing')}
        startText={text('staff_sheet.start', { count: writtenOf(seen, updates) })}
        isDisabled={writtenOf(seen, updates) === 0}
        onStart={() => void handleStart()}
        onClose={() => setSeen(null)}
      />
    </>
  ) : (
    <Steps
      choices={choices}
      share={share}
      isSending={isSending}
      onChange={(next) => setChoices((before) => ({ ...before, ...next }))}
      onPreview={() => void handlePreview()}
      onClose={onClose}
    />
  );
  return (
    <Dialog
      open
      width={760}
      title={text('staff_sheet.import')}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {shown}
    </Dialog>
  );
}

const writtenOf = ({ counts }: StaffOutcome, updates: boolean): number => counts.new + (updates ? counts.changed : 0);

interface StepsProps {
  readonly choices: Choices;
  /** Share of the sheet that was sent, 0 to 1; null while idle. */
  readonly share: number | null;
  readonly isSending: boolean;
  readonly onChange: (next: Partial<Choices>) => void;
  readonly onPreview: () => void;
  readonly onClose: () => void;
}

function Steps({ choices, share, isSending, onChange, onPreview, onClose }: StepsProps) {
  const text = useText();
  const { mayEdit } = useStaffRights();
  const [isMissing, setMissing] = useState(false);
  const { file, updates, roleIds } = choices;
  const handleFile = (chosen: File) => {
    setMissing(false);
    onChange({ file: chosen });
  };
  return (
    <>
      <SheetStep number={1} title={text('import.dialog.template')}>
        <SheetTemplate hint={text('staff_sheet.hint')} onDownload={() => download(staffSheetCalls.template, {})} />
      </SheetStep>
      <SheetStep number={2} title={text('import.dialog.file')} problem={isMissing ? text('import.no_file') : null}>
        <div
          className={styles['drop']}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const [dropped] = event.dataTransfer.files;
            const problem = dropped && sheetProblem(dropped);
            if (typeof problem === 'string') announceError(problem);
            else if (dropped && !isSending) handleFile(dropped);
          }}
        >
          <SheetFile file={file} isDisabled={isSending} onChoose={handleFile} />
        </div>
      </SheetStep>
      <SheetStep number={3} title={text('staff_sheet.step_choices')}>
        {mayEdit && (
          <Checkbox checked={updates} onChange={({ target }) => onChange({ updates: target.checked })}>
            {text('staff_sheet.updates')}
          </Checkbox>
        )}
        <div className={styles['roles']}>
          <p>{text('staff_sheet.default_roles')}</p>
          <RoleChoice value={roleIds} onChange={(next) => onChange({ roleIds: next })} />
        </div>
      </SheetStep>
      <SendBar
        share={share}
        runningText={text('staff_sheet.checking')}
        startText={text('staff_sheet.preview')}
        onStart={() => (file ? onPreview() : setMissing(true))}
        onClose={onClose}
      />
    </>
  );
}
