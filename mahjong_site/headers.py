"""The Content-Security-Policy header (Django brings its own middleware only from 6.0 on)."""

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.utils.decorators import sync_and_async_middleware

NAME = "Content-Security-Policy"


@sync_and_async_middleware
def content_security_policy(get_response):
    """Add the policy of settings to every answer that brings none of its own."""

    if iscoroutinefunction(get_response):

        async def middleware(request):
            response = await get_response(request)
            response.headers.setdefault(NAME, settings.CONTENT_SECURITY_POLICY)
            return response

        return markcoroutinefunction(middleware)

    def middleware(request):
        response = get_response(request)
        response.headers.setdefault(NAME, settings.CONTENT_SECURITY_POLICY)
        return response

    return middleware
