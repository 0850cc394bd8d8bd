import { z } from 'zod';
import { idList, optionalInt, optionalText } from '#shared/wire/values.ts';

/** The people and the period of a question: oneself and this quarter by default. Part of a call's input. */
export const question = {
  userIds: idList,
  deptIds: idList,
  /** 2 = oneself and all subordinates, whoever else is named. */
  isSub: optionalInt(1, 2),
  type: optionalText(20),
  /** First and last day, `yyyy-MM-dd`; both together override `type`. */
  startTime: optionalText(20),
  endTime: optionalText(20),
};
const asked = z.object(question);
export type AskedQuestion = z.output<typeof asked>;

export const questionIds = { userIds: 'user', deptIds: 'dept' } as const;
export const questionCodes = ['question.period'] as const;
