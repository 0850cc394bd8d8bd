import { expect, it } from 'vitest';
import { namedIn, readDraft } from '#web/record/follow-up/draft.ts';

const empty = { content: '', category: '', nextTime: '', linked: {}, batchId: '', mentioned: [] };

it('reads back what was stored, and nothing that does not fit', () => {
  const draft = {
    content: '谈@王芳',
    category: '打电话',
    nextTime: '2026-01-02 03:04:05',
    linked: { contactsIds: [3] },
    batchId: 'a1b2',
    mentioned: [{ userId: 7, realname: '王芳' }],
  };
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  for (const stored of [null, '', 'null', '{', '[]', '{"content":1,"linked":3,"mentioned":[null,{"userId":"7"}]}'])
    expect(readDraft(stored)).toEqual(empty);
  expect(readDraft('{"linked":{"contactsIds":["3",4],"others":"5"}}').linked).toEqual({ contactsIds: [4], others: [] });
});

it('returns those whom the text still mentions, once each', () => {
  const mentioned = [
    { userId: 7, realname: '王芳' },
    { userId: 8, realname: '李强' },
    { userId: 7, realname: '王芳' },
  ];
  expect(namedIn({ ...empty, content: '请@王芳 看', mentioned })).toEqual([7]);
  expect(namedIn({ ...empty, content: '请王芳看', mentioned })).toEqual([]);
  // the longer of two names with the same start is not both
  const alike = [...mentioned, { userId: 9, realname: '王芳芳' }];
  expect(namedIn({ ...empty, content: '请@王芳芳 看', mentioned: alike })).toEqual([9]);
});
