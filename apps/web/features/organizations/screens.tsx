import type { RouteObject } from 'react-router';

export const organizationScreens: RouteObject[] = [];
