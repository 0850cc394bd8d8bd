import type { Examples } from '#server/route-table/table.ts';

export const sessionExamples: Examples = {
  login: ({ company }) => ({
    body: { username: company.people.peer.username, password: company.people.peer.password },
  }),
  logout: (_table, things) => ({ token: things.token }),
  refresh: (_table, things) => ({ body: { refreshToken: things.refreshToken } }),
};
