import { Form, Input, Segmented, Select, Switch } from 'antd';
import { useAction } from '#web/lib/http/queries.ts';
import { webAddress } from '#web/lib/web-address.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { noFile, OneFileField, type OneFile } from '#web/modules/crm/operation-guide/one-file-field.tsx';
import { toast } from '#web/ui/feedback.tsx';
import { Dialog } from '#web/ui/sheet/dialog.tsx';
import {
  guideCalls,
  guideCases,
  guideLimits,
  guideModules,
  type GuideItem,
} from '#shared/crm/operation-guide/guide-calls.ts';
import { textLimit } from '#shared/text/text-limit.ts';
import styles from './operation-guide.module.css';

interface GuideDialogProps {
  /** The item to change; null for a new one. */
  readonly edited: GuideItem | null;
  /** Module of a new item, if the list shows one. */
  readonly module: number | undefined;
  readonly onClose: () => void;
}

interface Values {
  readonly title: string;
  readonly module?: number | undefined;
  /** 0 for none. */
  readonly caseType: number;
  readonly tags: string;
  readonly cover: OneFile;
  readonly by: 'address' | 'file';
  readonly url: string;
  readonly file: OneFile;
  readonly isShown: boolean;
}

/** Adds an item of the guide or changes one. */
export function GuideDialog({ edited, module, onClose }: GuideDialogProps) {
  const text = useText();
  const [form] = Form.useForm<Values>();
  const initial = valuesOf(edited, module);
  const by = Form.useWatch('by', form) ?? initial.by;
  const save = useAction(guideCalls.save, {
    refreshes: [guideCalls.list],
    onDone: () => {
      toast.success(textOf('guide.saved'));
      onClose();
    },
  });
  const handleFinish = ({ cover, by: chosen, url, file, isShown, ...words }: Values) =>
    save.mutate({
      ...words,
      ...(edited && { id: edited.id }),
      status: isShown ? 1 : 0,
      // a file that is kept is not sent again
      ...(cover.fileId !== (edited?.coverFileId ?? 0) && { coverFileId: cover.fileId }),
      ...(chosen === 'address' ? { url } : file.fileId !== (edited?.fileId ?? 0) && { fileId: file.fileId }),
    });
  return (
    <Dialog
      open
      width={600}
      title={text(edited ? 'guide.edit_title' : 'guide.add')}
      mask={{ closable: false }}
      okText={text('action.save')}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values> form={form} layout="vertical" initialValues={initial} onFinish={handleFinish}>
        <Form.Item
          name="title"
          label={text('guide.title')}
          rules={[{ required: true, whitespace: true, message: text('guide.title_missing') }]}
        >
          <Input autoFocus maxLength={guideLimits.title} showCount />
        </Form.Item>
        <div className={styles['pairs']}>
          <Form.Item
            name="module"
            label={text('guide.module')}
            rules={[{ required: true, message: text('guide.module_missing') }]}
          >
            <Select options={guideModules.map((code) => ({ value: code, label: text(`guide.module_${code}`) }))} />
          </Form.Item>
          <Form.Item name="caseType" label={text('guide.case_type')}>
            <Select
              options={[
                { value: 0, label: text('guide.no_case') },
                ...guideCases.map((code) => ({ value: code as number, label: text(`guide.case_${code}`) })),
              ]}
            />
          </Form.Item>
        </div>
        <Form.Item name="tags" label={text('guide.tags')} extra={text('guide.tags_hint', { max: guideLimits.tags })}>
          <Input maxLength={textLimit} />
        </Form.Item>
        <Form.Item name="by" label={text('guide.content')}>
          <Segmented
            options={[
              { value: 'address', label: text('guide.by_address') },
              { value: 'file', label: text('guide.by_file') },
            ]}
          />
        </Form.Item>
        {by === 'address' ? (
          <Form.Item
            name="url"
            label={text('guide.address')}
            extra={text('guide.address_hint')}
            validateTrigger="onBlur"
            rules={[
              {
                required: true,
                validator: async (_rule, value: string) => {
                  if (value.trim() === '') throw new Error(text('guide.no_content'));
                  if (!/^\s*https:/i.test(value) || webAddress(value) === null)
                    throw new Error(text('guide.unsafe_address'));
                },
              },
            ]}
          >
            <Input inputMode="url" maxLength={guideLimits.url} placeholder="https://" />
          </Form.Item>
        ) : (
          <Form.Item
            name="file"
            label={text('guide.file')}
            rules={[
              {
                required: true,
                validator: async (_rule, { fileId }: OneFile) => {
                  if (fileId === 0) throw new Error(text('guide.file_missing'));
                },
              },
            ]}
          >
            <OneFileField />
          </Form.Item>
        )}
        <Form.Item name="cover" label={text('guide.cover')}>
          <OneFileField isCover />
        </Form.Item>
        <label className={styles['switch']}>
          <Form.Item name="isShown" valuePropName="checked" noStyle>
            <Switch />
          </Form.Item>
          {text('guide.shown')}
        </label>
      </Form>
    </Dialog>
  );
}

/** What the form begins with. */
const valuesOf = (edited: GuideItem | null, module: number | undefined): Values => ({
  title: edited?.title ?? '',
  module: edited?.module ?? module,
  caseType: edited?.caseType ?? 0,
  tags: edited?.tags.join('，') ?? '',
  cover: edited?.coverFileId ? { fileId: edited.coverFileId, name: '', link: edited.cover } : noFile,
  by: edited?.fileId ? 'file' : 'address',
  url: edited?.url ?? '',
  file: edited?.fileId ? { fileId: edited.fileId, name: edited.fileName, link: edited.fileLink } : noFile,
  isShown: edited?.status !== 0,
});
