/** A list of people in which one has taken the place of another; nobody is in it twice. */
export const replacedIn = (userIds: readonly number[], from: number, to: number): number[] => [
  ...new Set(userIds.map((userId) => (userId === from ? to : userId))),
];
