"""Tests of the whole: rules/, games/, infra/ (how it runs), e2e/ (in a browser)."""
