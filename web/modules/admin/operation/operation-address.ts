export const operationAddress = '/manager/operation';
