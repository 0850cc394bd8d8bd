/** Limits of the inputs, as in the contracts (`customerSettingCalls`). */
export const mostDays = 3650;
export const mostRemindDays = 365;
export const mostForecastDays = 365;
