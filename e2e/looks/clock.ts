/** The moment of every picture: a Tuesday afternoon in the middle of a month, in the company's time zone. */
export const pictured = new Date('2026-11-17T14:30:00+08:00');
