export const SERVER_FLAGS: string[];
export const SERVER_VARIABLES: Record<string, string>;
